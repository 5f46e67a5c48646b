/** `+12085550134` as `(208) 555-0134`; numbers of other countries as they are. */
export function phoneText(e164: string): string {
  const [, area, exchange, line] = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(e164) ?? [];
  return area ? `(${area}) ${exchange}-${line}` : e164;
}

export function phoneUri(e164: string): string {
  return `tel:${e164.replaceAll(/[^\d+]/g, "")}`;
}
