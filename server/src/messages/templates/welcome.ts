import { displayPhone, toE164 } from "../../platform/phone.ts";
import { type Draft, type Fact, mailto, type Part } from "./draft.ts";

export type WelcomeData = {
  firstName: string;
  brokerage: string;
  agent: { name: string; email: string; phone: string | null } | null;
  website: string | null;
};

/** To a visitor who has registered (SPEC: Alerts and notifications, Registration emails). */
export function welcome({ firstName, brokerage, agent, website }: WelcomeData): Draft {
  const body: Part[] = [
    isName(firstName) ? `Hello ${firstName},` : "Hello,",
    `Thank you for registering with ${brokerage.replace(/\.$/, "")}. We are glad to help you find the right home.`,
  ];
  if (agent) {
    const facts: Fact[] = [
      { label: "Your agent", value: agent.name },
      { label: "Email", value: agent.email, href: mailto(agent.email) },
    ];
    if (agent.phone) {
      const number = toE164(agent.phone);
      facts.push({
        label: "Phone",
        value: displayPhone(agent.phone) ?? "",
        href: number ? `tel:${number}` : undefined,
      });
    }
    body.push(`${agent.name} will be in touch with you soon. You can also simply reply to this email.`, {
      facts,
    });
  } else {
    body.push("One of our agents will be in touch with you soon.");
  }
  if (website) body.push({ link: website, label: "Continue your search" });
  return {
    subject: `Welcome to ${brokerage}`,
    preview: agent ? `${agent.name} will be in touch with you soon.` : "We will be in touch with you soon.",
    body,
  };
}

/**
 * A form accepts any address under any name. A name with an advertisement or a link is left out of the mail to that
 * address.
 */
function isName(text: string): boolean {
  return text.length <= 40 && !/[\d/\\:@<>|{}[\]=&%#*_~^$!?]|\.\p{L}{2}|https?|www/iu.test(text);
}
