type Answer = { error?: unknown; response: Response };

/** Registration has error replies of its own (SPEC: Client registration): its fields' errors as the other operations write them. */
export function registrationErrors({ error, response }: Answer): Answer {
  const details = (error as { details?: Record<string, string> } | undefined)?.details;
  if (response.status !== 400 || !details) return { error, response };
  const detail = Object.entries(details).map(([field, msg]) => ({ loc: ["body", field], msg }));
  return { error: { detail }, response: new Response(null, { status: 422 }) };
}
