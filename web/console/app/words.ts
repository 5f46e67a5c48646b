/** A name of the API in words: `timeline_events` is `Timeline events`. */
export function fieldWords(name: string): string {
  const words = name.replaceAll(/[_.]/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A table of names as the options of a select. */
export function optionsOf<Value extends string>(names: Readonly<Record<Value, string>>) {
  return (Object.entries(names) as [Value, string][]).map(([value, label]) => ({ value, label }));
}
