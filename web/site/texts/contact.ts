/** Texts of the forms by which visitors reach the brokerage. */
export const contactTexts = {
  title: "Contact",
  heading: "Talk to us",
  headingFor: (agent: string) => `Write to ${agent}`,
  description: (name: string) => `Call, visit or write to ${name}.`,
  lead: "Ask about a home, a neighborhood or what comes next. An agent answers you, not a call center.",
  office: "Our office",
  phone: "Telephone",
  email: "Email",
  address: "Address",
  chooseTopic: "Choose a subject",
  topics: ["Buying a home", "Selling my home", "A home on this website", "Renting", "Something else"],
  send: "Send message",
  consent: (name: string) => `${name} uses what you send here to answer you.`,
  privacyLink: "How we treat your data",
  sentTitle: "Message sent",
  sentText: "Thank you. We have your message, and an agent will answer you soon.",
  seeHomes: "See homes",
  labels: {
    firstName: "First name",
    lastName: "Last name",
    email: "Email",
    phone: "Telephone",
    subject: "Subject",
    message: "Message",
  },
};

export const sellTexts = {
  title: "Sell your home",
  description: (name: string) =>
    `Tell ${name} about your home and hear what it could sell for, from an agent who knows the neighborhood.`,
  lead: "Tell us about your home. An agent who knows your neighborhood looks at it, and tells you what it could sell for and how we would go about it. It costs you nothing.",
  steps: "What happens next",
  stepList: [
    "An agent calls or writes to you, usually within a day.",
    "You agree on a time to see the home together.",
    "You get a price range in writing, with the sales that it is based on.",
  ],
  send: "Ask for an agent",
  soonOptions: [
    "As soon as possible",
    "Within three months",
    "Within a year",
    "I only want to know its worth",
  ],
  chooseSoon: "Not sure yet",
  addressHint: "Street, city and ZIP code",
  sentTitle: "We have your home's details",
  sentText: "Thank you. An agent will be in touch about your home soon.",
  subject: (address: string) => `Sell my home: ${address}`,
  message: (address: string, soon: string, more: string) =>
    [`Home to sell: ${address}`, soon && `When: ${soon}`, more].filter(Boolean).join("\n"),
  labels: {
    address: "Address of the home",
    soon: "When would you like to sell?",
    firstName: "First name",
    lastName: "Last name",
    email: "Email",
    phone: "Telephone",
    message: "Anything we should know",
  },
};

export const newsletterTexts = {
  title: "Newsletter",
  description: (name: string) => `News of homes and the market by email from ${name}.`,
  lead: "New homes and what the local market does, in a short email. Every issue has a link that ends it at once.",
  send: "Subscribe",
  sentTitle: "You are subscribed",
  sentText: "Thank you. The next issue will come to your inbox.",
  labels: { email: "Email", first_name: "First name" },
};
