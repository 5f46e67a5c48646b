/** What the page tells its map. */
export type MapProps = {
  /** Addresses of MapLibre's module, worker and stylesheet. */
  module: string;
  worker: string;
  stylesheet: string;
  /** Addresses of the lines of counties, one for each state with homes. */
  counties: string[];
  /** Whether `/map/base` has tiles. */
  hasBaseMap: boolean;
  /** Where the map begins without homes: longitude, latitude. */
  center: [number, number] | null;
};
