import { SaxesParser } from "saxes";

/**
 * The elements of an XML file with their texts, in order.
 *
 * @throws when it is not well-formed.
 */
export function xmlElements(xml: string): { name: string; text: string }[] {
  const elements: { name: string; text: string }[] = [];
  const open: { name: string; text: string }[] = [];
  const parser = new SaxesParser({ xmlns: true });
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name }) => {
    const element = { name, text: "" };
    elements.push(element);
    open.push(element);
  });
  parser.on("text", (text) => {
    const element = open.at(-1);
    if (element) element.text += text;
  });
  parser.on("closetag", () => void open.pop());
  parser.write(xml).close();
  return elements;
}
