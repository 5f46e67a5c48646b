/** Vehicles, their shelter, and room for what people own. */
export const vehiclesAndStorage: Record<string, string> = {
  "park an rv, park my rv, rv, motorhome, motor home, camper, trailer, fifth wheel, 5th wheel, travel trailer, toy hauler":
    "rv parking, rv garage, rv bay, rv pad, rv access, rv hookup, rv gate, boat parking, extra parking",
  "rv hookups, live in the rv, plug in an rv": "rv hookup, full hookup, rv pad, 50 amp, 30 amp, rv dump",
  "boat, park a boat, store a boat, keep my boat, boat trailer":
    "boat parking, rv parking, rv garage, boat storage, boat slip, dock, oversized garage, third bay",
  "dock, moor a boat, boat slip": "dock, boat slip, boat lift, boathouse, moorage, marina",
  "kayak, kayaks, paddle board, paddleboard, canoe, launch":
    "waterfront, lake access, river access, boat launch, beach access, dock, pond",
  "jet ski, jet skis, wake boat, water ski": "dock, boat lift, lakefront, waterfront, boat slip, marina",
  "snowmobile, snowmobiles, sled":
    "snowmobile trails, shop, oversized garage, barn, forest access, trailer parking",
  "atv, atvs, quads, side by side, dirt bike, dirt bikes, utv, toys":
    "trails, acreage, shop, barn, rv garage, oversized garage, blm land, toy storage",
  "motorcycles, motorcycle": "oversized garage, third bay, three car garage, shop, storage",
  "bikes, bicycles, store bikes, bike storage":
    "bike storage, storage, oversized garage, shed, mudroom, third bay",
  "three cars, 3 cars, three vehicles, park 3 cars":
    "three car garage, 3 car garage, tandem garage, oversized garage, third bay",
  "four cars, 4 cars, park 4 cars, five cars, many cars, lots of cars, several cars":
    "four car garage, 4 car garage, oversized garage, shop, detached garage, extra parking, tandem garage",
  "big truck, pickup truck, full size truck, long truck, tall truck":
    "oversized garage, deep garage, extra deep garage, rv garage, tall garage door, shop",
  "semi truck, park a semi, work truck, work trucks, equipment, heavy equipment, excavator":
    "shop, rv parking, large driveway, equipment shed, acreage, pole barn, metal building",
  "tractor, mower, riding mower, farm equipment":
    "barn, equipment shed, shop, outbuildings, pole barn, implement shed",
  "electric car, charge my car, charge a tesla, tesla, charge an ev, ev":
    "ev charger, ev charging, electric vehicle, 220 outlet, car charger, 240 volt, tesla charger",
  "park indoors, keep snow off the car, covered parking, scrape ice":
    "garage, attached garage, carport, covered parking, heated garage",
  "guest parking, parking for guests, extra parking, visitors park":
    "extra parking, guest parking, large driveway, circular driveway, off street parking",
  "off street parking, easy parking, not park on the street":
    "off street parking, driveway, garage, carport, assigned parking, deeded parking",
  "airplane, plane, fly my plane, pilot, hangar, small plane":
    "hangar, airpark, airstrip, runway, fly in community, taxiway",
  "lots of storage, storage space, store things, declutter":
    "storage, storage room, walk in closet, built ins, attic storage, shed, oversized garage, pantry",
  "lots of clothes, many shoes, wardrobe, big closet, closet space":
    "walk in closet, large closet, custom closet, dual closets, closet system, closet organizers",
  "buy in bulk, bulk shopping, costco, store food, food storage":
    "walk in pantry, pantry, food storage, cold storage, butlers pantry, storage room, freezer",
  "canning, preserve food, root vegetables":
    "root cellar, cold storage, cellar, walk in pantry, garden, basement",
  "guns, gun safe, gun room, hunter, hunting gear":
    "gun room, safe room, vault, gun safe, shop, mudroom, storage room",
  "seasonal decorations, holiday decorations":
    "attic, attic storage, storage room, crawl space, shed, storage",
  "muddy boots, wet coats, ski gear, drop bags, backpacks":
    "mudroom, mud room, drop zone, locker, bench, entry, laundry room",
  "skis, snowboards, ski storage": "ski storage, ski locker, mudroom, ski in, boot room, storage",
  "garden tools, lawn mower, lawnmower":
    "shed, garden shed, tool shed, storage shed, outbuilding, oversized garage",
};
