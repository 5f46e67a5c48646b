/** The room types of photos (SPEC: Image, feature and index records). */
export const roomTypes = [
  "kitchen",
  "bedroom",
  "bathroom",
  "living_room",
  "exterior",
  "garage",
  "other",
] as const;

export type RoomType = (typeof roomTypes)[number];

export function isRoomType(text: string): text is RoomType {
  return (roomTypes as readonly string[]).includes(text);
}
