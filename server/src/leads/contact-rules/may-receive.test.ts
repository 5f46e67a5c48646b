import { describe, expect, it } from "vitest";
import { type Flag, flags } from "./flags.ts";
import { type MessageKind, mayReceive } from "./may-receive.ts";

const reachable = { email: "ada@visitors.test", phone: "+12085550100" };

const combinations: Flag[][] = Array.from({ length: 2 ** flags.length }, (_, bits) =>
  flags.filter((_flag, at) => (bits >> at) % 2 === 1),
);

/** What forbids a kind, the other way round than the table in code: by the kind. */
const stoppedBy: Record<MessageKind, Flag[]> = {
  email: ["dnc", "do_not_email"],
  marketing_email: ["unsubscribed", "dnc", "do_not_email"],
  text: ["dnc", "do_not_text"],
  call: ["dnc", "do_not_call"],
};
const kinds = Object.keys(stoppedBy) as MessageKind[];

describe("what a lead may be sent", () => {
  it("has 32 combinations of flags, each once", () => {
    expect(new Set(combinations.map(String)).size).toBe(32);
  });

  it.each(combinations.map((active) => ({ active, title: active.join(", ") || "none" })))(
    "follows from the union of the active flags: $title",
    ({ active }) => {
      const verdicts = mayReceive(active, reachable);
      for (const kind of kinds) {
        const stopped = stoppedBy[kind].some((flag) => active.includes(flag));
        expect([kind, verdicts[kind].allowed]).toEqual([kind, !stopped]);
        expect([kind, verdicts[kind].reason === null]).toEqual([kind, !stopped]);
      }
    },
  );

  it("never grows with one more flag", () => {
    for (const active of combinations) {
      for (const more of flags) {
        const before = mayReceive(active, reachable);
        const after = mayReceive([...active, more], reachable);
        expect(kinds.filter((kind) => after[kind].allowed && !before[kind].allowed)).toEqual([]);
      }
    }
  });

  it("does not depend on the order of the flags, nor do the reasons", () => {
    for (const active of combinations) {
      expect(mayReceive(active.toReversed(), reachable)).toEqual(mayReceive(active, reachable));
    }
  });

  it.each([
    [["unsubscribed"], "marketing_email", "Unsubscribed"],
    [["dnc"], "call", "Do Not Contact"],
    [["do_not_email"], "email", "No Email"],
    [["do_not_text"], "text", "No Text"],
    [["do_not_call"], "call", "No Call"],
    [["do_not_email", "unsubscribed"], "marketing_email", "Unsubscribed"],
    [["do_not_call", "dnc"], "call", "Do Not Contact"],
  ] as [Flag[], MessageKind, string][])("with %j, the reason for no %s is %s", (active, kind, reason) => {
    expect(mayReceive(active, reachable)[kind]).toEqual({ allowed: false, reason });
  });

  it("allows an agent's own mail to a lead who has unsubscribed from marketing", () => {
    expect(mayReceive(["unsubscribed"], reachable)).toMatchObject({
      email: { allowed: true, reason: null },
      text: { allowed: true, reason: null },
      call: { allowed: true, reason: null },
    });
  });

  it.each([null, ""])("needs a phone number for texts and calls, an address for mail: %j is none", (none) => {
    const noPhone = { allowed: false, reason: "No phone number" };
    const noEmail = { allowed: false, reason: "No email address" };
    expect(mayReceive([], { ...reachable, phone: none })).toMatchObject({
      email: { allowed: true },
      text: noPhone,
      call: noPhone,
    });
    expect(mayReceive([], { ...reachable, email: none })).toMatchObject({
      email: noEmail,
      marketing_email: noEmail,
      text: { allowed: true },
    });
  });

  it("names the flag rather than the missing number: the flag stays when a number comes", () => {
    expect(mayReceive(["do_not_text"], { email: null, phone: null }).text.reason).toBe("No Text");
  });
});
