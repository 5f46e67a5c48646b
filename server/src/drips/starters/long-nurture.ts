import { letter, lines, type Starter } from "./starter.ts";

/** For QUALIFIED, over five months: a lead without progress is archived after six. A signed agreement ends it. */
export const longNurture: Starter = {
  name: "Long nurture",
  description:
    "For people who mean it but are not in a hurry: six letters in five months while they are qualified. Ends with a signed agreement, or when they are archived.",
  trigger_state: "QUALIFIED",
  pipeline_type: null,
  stop_on_state_change: true,
  steps: [
    {
      delay_days: 14,
      subject_template: "Is your list still the same?",
      body_template: letter(
        "A move takes time to plan, and wishes change along the way. Are yours still the same: the place, the budget, the date?",
        "One line is enough. “Same as before” is a fine answer, and so is a new list.",
      ),
    },
    {
      delay_days: 21,
      subject_template: "Your papers in one place",
      body_template: letter(
        "Something you can do long before there is any hurry: put your papers into one folder.",
        lines(
          "- If you are buying: identification, recent pay and bank statements, tax returns. Your lender can tell you exactly what they need.",
          "- If you are selling: the deed, a survey if there is one, permits and receipts for work on the home, warranties.",
        ),
        "Not sure what belongs in it? Reply with your question.",
      ),
    },
    {
      delay_days: 28,
      subject_template: "Sell first, or buy first?",
      body_template: letter(
        "If you own a home and would like another one, the order matters. Selling first tells you what you can spend, but you may need a place to stay in between. Buying first spares you that, but you may pay for two homes for a while.",
        "There is no answer that is right for everybody. Tell us how you would like it to go, and we will talk through what it would take.",
      ),
    },
    {
      delay_days: 28,
      subject_template: "What would make you move sooner?",
      body_template: letter(
        "Sometimes one thing decides: a certain street, a garden, a price, a room to work in.",
        "What would it be for you? If you tell us, we know what to watch for, and we will write to you when we see it rather than send you everything.",
      ),
    },
    {
      delay_days: 28,
      subject_template: "The same place at another hour",
      body_template: letter(
        "Places change with the time of day. If there is an area you like, go once in the morning and once after dark. Drive the way to work when you would really drive it. Listen for a minute with the engine off.",
        "If you are selling, do the same with your own home: walk up to it as a visitor would, and note what you see first.",
        "What did you find? We would like to hear it.",
      ),
    },
    {
      delay_days: 28,
      subject_template: "Where do things stand?",
      body_template: letter(
        "It has been a few months, so we wanted to ask where things stand. Which of these is closest?",
        lines("1. We are ready to go ahead.", "2. We need more time.", "3. Our plans have changed."),
        "Reply with the number, and we will do the right thing next: call you, wait, or leave you in peace.",
      ),
    },
  ],
};
