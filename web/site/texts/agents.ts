import { count } from "../../shared/numbers.ts";

/** Texts of the pages of the brokerage's people. */
export const agentsTexts = {
  heading: "Our agents",
  title: (page: number) => (page === 1 ? "Our agents" : `Our agents, page ${page}`),
  description: (brokerage: string) => `The people of ${brokerage}: what they know, and how to reach them.`,
  count: (number: number, brokerage: string) =>
    number === 1 ? `One person works at ${brokerage}.` : `${count(number)} people work at ${brokerage}.`,
  none: "No people are shown here yet",
  agentOf: (name: string, brokerage: string) => `${name}, agent at ${brokerage}.`,
  specialties: "Specialties",
  homesOf: (name: string) => `Homes listed by ${name}`,
  writeTo: (name: string) => `Write to ${name}`,
  subject: "Message from the agent's page",
  sentTitle: "Your message was sent",
  sentText: (name: string) => `${name} will answer you soon.`,
  backTo: (name: string) => `Back to ${name}`,
};
