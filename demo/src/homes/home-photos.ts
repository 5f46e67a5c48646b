import type { DemoPhoto } from "../photo-catalog.ts";
import { PHOTOS_BY_SUBJECT, type PhotoOf } from "../photos-by-subject.ts";
import type { Random } from "../random.ts";
import type { Home } from "./home.ts";

type Backyard = PhotoOf<"backyard">;

/** Yard pictures with this home's wall, or without a wall. */
function yardPhotos(home: Home, random: Random): DemoPhoto[] {
  const { perks, front } = home;
  const sameWall = ({ traits }: Backyard) =>
    traits.material === front.traits.material && traits.color === front.traits.color;
  const alike = (photo: Backyard) =>
    sameWall(photo) || (photo.traits.material === front.traits.material && front.traits.material !== "stone");
  const extraFits = ({ traits }: Backyard) => traits.extra === "none" || perks.has(traits.extra);
  const fenceFits = ({ traits }: Backyard) => !traits.fence || perks.has("fence");
  const of = (focus: Backyard["traits"]["focus"]) =>
    PHOTOS_BY_SUBJECT.backyards.filter(
      (photo) => photo.traits.focus === focus && extraFits(photo) && fenceFits(photo),
    );
  const candidates = [
    of("house").filter(sameWall),
    perks.has("patio") ? of("patio").filter(alike) : [],
    perks.has("deck") ? of("deck").filter(alike) : [],
    home.kind === "condo" ? [] : of("lawn"),
    perks.has("garden") ? of("garden") : [],
  ];
  return candidates.flatMap((photos) => (photos.length > 0 ? [random.pick(photos)] : []));
}

function surroundings(home: Home, random: Random): DemoPhoto[] {
  const { town, perks, view, water } = home;
  const landscape = (scene: PhotoOf<"landscape">["traits"]["scene"]) =>
    random.pick(PHOTOS_BY_SUBJECT.landscapes.filter(({ traits }) => traits.scene === scene));
  const wooded = town.settings.includes("mountain") && home.front.traits.style === "cabin";
  const place =
    water ?? ((home.acres ?? 0) >= 1 && perks.has("barn") ? "acreage" : wooded ? "forest" : "neighborhood");
  return [
    ...(view && view !== "valley" ? [landscape(view)] : []),
    ...(water ? [landscape(water)] : []),
    ...(perks.has("horses") ? [landscape("pasture")] : []),
    ...(perks.has("ski access") ? [landscape("ski slopes")] : []),
    random.pick(PHOTOS_BY_SUBJECT.aerials.filter(({ traits }) => traits.place === place)),
  ];
}

/** The home's pictures in an agent's order: outside, living rooms, kitchen, bedrooms, baths, the rest. */
export function homePhotos(home: Home, random: Random): DemoPhoto[] {
  const { kitchen, living, primaryBath, perks } = home;
  const sameKitchen = PHOTOS_BY_SUBJECT.kitchens.filter(
    ({ file, traits }) =>
      file !== kitchen.file &&
      traits.cabinets === kitchen.traits.cabinets &&
      traits.counter === kitchen.traits.counter &&
      traits.island === kitchen.traits.island &&
      traits.islandColor === kitchen.traits.islandColor &&
      traits.appliances === kitchen.traits.appliances &&
      traits.floor === kitchen.traits.floor,
  );
  const primary = random.pick(
    PHOTOS_BY_SUBJECT.bedrooms.filter(({ traits }) => traits.primary === home.beds >= 3),
  );
  const bedrooms = random.sample(
    PHOTOS_BY_SUBJECT.bedrooms.filter(({ traits }) => !traits.primary),
    Math.min(4, home.beds),
  );
  const baths = random.sample(
    PHOTOS_BY_SUBJECT.bathrooms.filter(({ traits }) => !traits.primary),
    Math.min(3, home.fullBaths + home.threeQuarterBaths - 1),
  );
  const others = bedrooms.filter(({ file }) => file !== primary.file).slice(0, Math.max(0, home.beds - 1));
  const secondLiving = PHOTOS_BY_SUBJECT.livingRooms.filter(
    ({ traits }) => traits.fireplace === "none" && !traits.beams && traits.floor === living.traits.floor,
  );
  const building = (kind: "shop building" | "barn") =>
    random.pick(PHOTOS_BY_SUBJECT.buildings.filter(({ traits }) => traits.kind === kind));
  const photos: DemoPhoto[] = [
    home.front,
    living,
    ...(perks.has("bonus room") ? [random.pick(secondLiving)] : []),
    kitchen,
    ...(sameKitchen.length > 0 ? [random.pick(sameKitchen)] : []),
    random.pick(PHOTOS_BY_SUBJECT.diningRooms),
    primary,
    primaryBath,
    ...others,
    ...baths.filter(({ file }) => file !== primaryBath.file),
    ...(perks.has("office") ? [random.pick(PHOTOS_BY_SUBJECT.offices)] : []),
    ...(perks.has("laundry room") || home.kind === "condo" ? [random.pick(PHOTOS_BY_SUBJECT.laundries)] : []),
    ...(home.garage > 0
      ? [random.pick(PHOTOS_BY_SUBJECT.garages.filter(({ traits }) => traits.use === "car"))]
      : []),
    ...(perks.has("shop")
      ? [
          building("shop building"),
          random.pick(PHOTOS_BY_SUBJECT.garages.filter(({ traits }) => traits.use === "workshop")),
        ]
      : []),
    ...(perks.has("barn") ? [building("barn")] : []),
    ...yardPhotos(home, random),
    ...surroundings(home, random),
  ];
  return [...new Set(photos)].slice(0, 25);
}
