import type { DemoPhoto } from "../src/photo-catalog.ts";
import { createRandom } from "../src/random.ts";
import { drawAerial } from "./aerial.ts";
import { drawBackyard } from "./backyard.ts";
import { drawBathroom } from "./bathroom.ts";
import { drawBedroom } from "./bedroom.ts";
import { drawCommercial } from "./commercial.ts";
import { drawDiningRoom } from "./dining-room.ts";
import { drawFront } from "./front.ts";
import { drawGarage } from "./garage.ts";
import { drawKitchen } from "./kitchen.ts";
import { drawLandscape } from "./landscape.ts";
import { drawLivingRoom } from "./living-room.ts";
import { drawLaundry, drawOffice } from "./utility-rooms.ts";

/** The picture as SVG text, 1024 by 683; the file name seeds its details, so it is always the same. */
export function drawPhoto({ file, traits }: Pick<DemoPhoto, "file" | "traits">): string {
  const random = createRandom(seedOf(file));
  switch (traits.subject) {
    case "aerial":
      return drawAerial(traits, random);
    case "backyard":
      return drawBackyard(traits, random);
    case "bathroom":
      return drawBathroom(traits, random);
    case "bedroom":
      return drawBedroom(traits, random);
    case "commercial":
      return drawCommercial(traits, random);
    case "dining room":
      return drawDiningRoom(traits, random);
    case "front":
      return drawFront(traits, random);
    case "garage":
      return drawGarage(traits, random);
    case "kitchen":
      return drawKitchen(traits, random);
    case "landscape":
      return drawLandscape(traits, random);
    case "laundry":
      return drawLaundry(traits, random);
    case "living room":
      return drawLivingRoom(traits, random);
    case "office":
      return drawOffice(traits, random);
  }
}

/** The first file names ended with .jpg. Another seed changes every drawing. */
function seedOf(file: string): string {
  return file.replace(/\.webp$/, ".jpg");
}
