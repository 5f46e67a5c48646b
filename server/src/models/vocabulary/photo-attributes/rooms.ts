import type { RoomType } from "../room-types.ts";
import type { Vocabulary } from "./attribute.ts";

/** The places that photos show. */
export const rooms: Vocabulary = {
  kitchen: room("Kitchen", "kitchen", "kitchen, kitchenette, galley, chefs kitchen, gourmet kitchen"),
  bedroom: room(
    "Bedroom",
    "bedroom",
    "bedroom, guest room, bunk room, nursery, sleeping area, guest bedroom, kids room",
  ),
  primary_bedroom: room(
    "Primary bedroom",
    "bedroom",
    "primary bedroom, master bedroom, owners suite, primary suite, master suite, main bedroom",
    { bedroom: 1 },
  ),
  bathroom: room(
    "Bathroom",
    "bathroom",
    "bathroom, bath, half bath, powder room, restroom, ensuite, en suite",
  ),
  primary_bathroom: room(
    "Primary bathroom",
    "bathroom",
    "primary bathroom, primary bath, master bathroom, master bath, main bathroom, owners bath",
    { bathroom: 1 },
  ),
  living_room: room("Living room", "living_room", "living room, living area, sitting room, lounge, parlor"),
  family_room: room("Family room", "living_room", "family room, den, bonus room, rec room, recreation room", {
    living_room: 0.8,
  }),
  great_room: room("Great room", "living_room", "great room", { living_room: 0.9 }),
  dining_room: room("Dining room", "other", "dining room, dining area, breakfast nook, dining, eating area"),
  laundry_room: room("Laundry room", "other", "laundry room, laundry, utility room, mud room, mudroom", {
    washer_dryer: 0.4,
  }),
  office: room("Office", "other", "office, home office, study, library, den office"),
  entry: room("Entry", "other", "entry, entryway, foyer, entrance, interior entrance, vestibule"),
  hall: room("Hall", "other", "hall, hallway, corridor, stairs, staircase, stairway"),
  closet: room("Closet", "other", "closet, walk in closet, wardrobe, dressing room"),
  pantry: room("Pantry", "other", "pantry, butlers pantry", { kitchen: 0.3 }),
  basement: room("Basement", "other", "basement, cellar, crawl space"),
  attic: room("Attic or loft", "other", "attic, loft"),
  gym: room("Gym", "other", "gym, exercise room, fitness, workout room"),
  theater: room("Theater", "other", "theater, theatre, media room, home theater, movie room"),
  game_room: room("Game room", "other", "game room, billiard, pool table"),
  sun_room: room("Sun room", "other", "sun room, sunroom, florida room, solarium, bright room"),
  interior: room("Interior", "other", "interior, indoors, inside, room"),
  garage: room("Garage", "garage", "garage, carport, car bay"),
  workshop: room("Workshop", "garage", "workshop, shop space, shop interior, workbench", { garage: 0.5 }),
  exterior: room("Exterior", "exterior", "exterior, outside, outdoors, outdoor, curb appeal"),
  front: room(
    "Front of the house",
    "exterior",
    "front of structure, front of home, front of house, front of, front, street view, facade, elevation",
    { exterior: 0.9, house: 0.6 },
  ),
  back: room(
    "Back of the house",
    "exterior",
    "back of structure, back of, back, rear, rear view, side of structure",
    {
      exterior: 0.9,
      house: 0.6,
    },
  ),
  house: room("House from outside", "exterior", "house, home, residence, cottage, bungalow", {
    exterior: 0.7,
  }),
  patio: room("Patio", "exterior", "patio, courtyard, terrace, outdoor living, lanai", {
    exterior: 0.7,
  }),
  deck: room("Deck", "exterior", "deck, balcony, decking", { exterior: 0.7 }),
  porch: room("Porch", "exterior", "porch, covered porch, front porch, veranda, portico", { exterior: 0.7 }),
  yard: room("Yard", "exterior", "yard, backyard, back yard, front yard, side yard, grounds", {
    exterior: 0.7,
  }),
  garden: room("Garden", "exterior", "garden, raised bed, garden bed, vegetable, flower bed, greenhouse", {
    exterior: 0.7,
    greenery: 0.6,
  }),
  lot: room("Lot", "exterior", "lot, building lot, land, acreage, parcel, building site, homesite", {
    exterior: 0.7,
  }),
  view: room("View", "exterior", "view, overlook, vista, scenery", { exterior: 0.5 }),
  waterfront: room("Waterfront", "exterior", "waterfront, shore, lakefront, riverfront, beach, shoreline", {
    exterior: 0.6,
    water: 0.8,
  }),
  aerial: room(
    "Aerial view",
    "exterior",
    "aerial view, aerial, drone, birds eye view, from above, overhead view",
    {
      exterior: 0.6,
    },
  ),
  barn: room("Barn", "exterior", "barn, stable, out building, outbuilding, shed, silo", { exterior: 0.7 }),
  shop_building: room("Shop building", "exterior", "shop building, pole barn, detached shop", {
    exterior: 0.6,
  }),
  storefront: room("Storefront", "exterior", "storefront, shopfront, retail", { exterior: 0.7 }),
  office_building: room("Office building", "exterior", "office building, commercial building", {
    exterior: 0.7,
  }),
  warehouse: room("Warehouse", "exterior", "warehouse, industrial, roll up door, loading dock", {
    exterior: 0.6,
  }),
  community: room(
    "Community",
    "exterior",
    "community, clubhouse, neighborhood, subdivision, street, amenity",
    {
      exterior: 0.4,
    },
  ),
  floor_plan: room("Floor plan", "other", "floor plan, floorplan, plat, site plan, blueprint, map, diagram"),
};

function room(label: string, type: RoomType, words: string, suggests: Record<string, number> = {}) {
  return { label, category: "room" as const, type, words, suggests };
}
