import { extname } from "node:path";

const types: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".svg": "image/svg+xml",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
};

/** @throws Error for a kind of file that the website has none of. */
export function contentTypeOf(path: string): string {
  const type = types[extname(path)];
  if (!type) throw new Error(`Cannot serve ${path}: its content type is not in web/build/content-type.ts`);
  return type;
}
