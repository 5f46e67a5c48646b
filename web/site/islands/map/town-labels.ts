import type { FeatureCollection } from "geojson";

type Town = { city: string; count: number; latitude: number | null; longitude: number | null };

/** The towns of the brokerage's homes, as points with a name. */
export async function townLabels(): Promise<FeatureCollection> {
  const reply = await fetch("/api/public/towns").catch(() => null);
  const { towns } = reply?.ok ? ((await reply.json()) as { towns: Town[] }) : { towns: [] };
  return {
    type: "FeatureCollection",
    features: towns.flatMap(({ city, count, latitude, longitude }) =>
      latitude === null || longitude === null
        ? []
        : {
            type: "Feature",
            properties: { name: city, count },
            geometry: { type: "Point", coordinates: [longitude, latitude] },
          },
    ),
  };
}
