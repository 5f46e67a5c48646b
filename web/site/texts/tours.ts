/** Texts of the form for tours. */
export const toursTexts = {
  crumb: "Tour",
  heading: "Ask for a tour",
  title: (home: string) => `Tour of ${home}`,
  labels: {
    preferred_date: "Day",
    preferred_time: "Time",
    name: "Your name",
    email: "Email",
    phone: "Telephone",
    message: "Message",
  },
  anyDay: "Any day",
  timeHint: "For example: mornings, or after 5 pm",
  submit: "Ask for a tour",
  panelText: "An agent will confirm the time with you.",
  sentTitle: "Your request was sent",
  sentText: "An agent will get in touch with you to confirm the time.",
};
