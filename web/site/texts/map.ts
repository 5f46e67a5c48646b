/** Texts of the map. */
export const mapTexts = {
  label: "Map of the homes",
  show: "Map",
  hide: "List",
  zoomIn: "Zoom in",
  zoomOut: "Zoom out",
  draw: "Draw an area",
  cancel: "Cancel drawing",
  drawHint: "Click the corners of the area, then its first corner again.",
  follow: "Search as I move the map",
  failed: "The map could not be loaded. The list has the same homes.",
  showHome: "Show map",
  homeFailed: "The map could not be loaded.",
  noPrice: "Ask",
};
