export { ChangeCursor, type CursorPosition, deleteCursors } from "./change-cursor.ts";
