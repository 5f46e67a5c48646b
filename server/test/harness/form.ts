/** A multipart form as a browser sends it. */
export async function formOf(
  fields: Record<string, string | number | Blob | undefined>,
): Promise<{ headers: { "content-type": string }; body: Buffer }> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value instanceof Blob) form.append(name, value, "a photo.jpg");
    else if (value !== undefined) form.append(name, String(value));
  }
  const sent = new Response(form);
  return {
    headers: { "content-type": sent.headers.get("content-type") as string },
    body: Buffer.from(await sent.arrayBuffer()),
  };
}
