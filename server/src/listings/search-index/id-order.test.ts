import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { IdOrder } from "./id-order.ts";

const id = fc.oneof(fc.integer({ min: 0, max: 3000 }).map(String), fc.string({ maxLength: 4 }));

function labelsInOrder(order: IdOrder, slots: Map<string, number>): number[] {
  return [...slots.keys()]
    .sort((a, b) => (a < b ? -1 : 1))
    .map((each) => order.labelOf(slots.get(each) as number));
}

describe("The order of listing ids", () => {
  it("has labels in the order of the ids, after any changes", () => {
    fc.assert(
      fc.property(fc.array(id, { maxLength: 3000, size: "max" }), (ids) => {
        const order = new IdOrder();
        const slots = new Map<string, number>();
        for (const each of ids) {
          const slot = slots.get(each);
          if (slot === undefined) slots.set(each, order.insert(each));
          else {
            order.remove(slot);
            slots.delete(each);
          }
        }
        const labels = labelsInOrder(order, slots);
        expect(labels).toEqual([...new Set(labels)].sort((a, b) => a - b));
      }),
      { numRuns: 20 },
    );
  });

  it("always finds a label between two ids, however many come in between the same two", () => {
    const order = new IdOrder();
    const slots = new Map<string, number>();
    for (const each of ["a", "z"]) slots.set(each, order.insert(each));
    for (let nth = 0; nth < 20_000; nth++) {
      const each = `b${String(nth).padStart(6, "0")}`;
      slots.set(each, order.insert(each));
    }
    const labels = labelsInOrder(order, slots);
    expect(labels.every((label, at) => at === 0 || label > (labels[at - 1] as number))).toBe(true);
  });

  it("tells two listings with one id for a moment apart when one leaves", () => {
    const order = new IdOrder();
    const [first, second] = [order.insert("same"), order.insert("same")];
    order.remove(first);
    const after = order.insert("tame");
    expect(order.labelOf(second)).toBeLessThan(order.labelOf(after));
  });
});
