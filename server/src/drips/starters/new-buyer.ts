import { letter, lines, type Starter } from "./starter.ts";

/** For CONTACTING: an agent has tried to reach the lead; after the first conversation the lead is QUALIFIED. */
export const newBuyer: Starter = {
  name: "New buyer",
  description:
    "Begins the day after the first attempt to reach a buyer and ends when they are qualified or archived. With sequences for buyers and for sellers on the same stage, turn on the lead setting enforce_pipeline_type.",
  trigger_state: "CONTACTING",
  pipeline_type: "buyer",
  stop_on_state_change: true,
  steps: [
    {
      delay_days: 1,
      subject_template: "Your home search: three quick questions",
      body_template: letter(
        "We would be glad to help you look for a home. So that we look in the right direction, could you tell us three things?",
        lines(
          "1. Which towns or neighborhoods do you have in mind?",
          "2. What must the home have, and what would be nice to have?",
          "3. When would you like to move?",
        ),
        "A line or two is plenty. Just reply to this email, and your answer comes straight to us.",
      ),
    },
    {
      delay_days: 3,
      subject_template: "A budget you are comfortable with",
      body_template: letter(
        "Before you fall for one particular home, it helps to know what you would like to spend each month. A lender can tell you what you qualify for. What feels right is your decision, and it may well be a smaller number.",
        "Beside the loan payment, leave room for property taxes, insurance, utilities, repairs, and dues where there is a homeowners association.",
        "If you have not spoken to a lender yet, it is worth comparing at least two. Where are you with this? Tell us the range you have in mind, and we will keep to it.",
      ),
    },
    {
      delay_days: 4,
      subject_template: "What to look at when you visit a home",
      body_template: letter(
        "Photos show a home at its best. In person, a few things are easy to miss:",
        lines(
          "- The roof, the gutters, and the ground around the foundation",
          "- Windows, doors and faucets: open them all",
          "- Light and noise: stand still for a minute in every room, and outside",
          "- Storage, and where your largest piece of furniture would go",
        ),
        "Take notes right after each visit. By the third home they start to blend together.",
        "Is there a home you would like to see? Send us the address and two times that suit you.",
      ),
    },
    {
      delay_days: 5,
      subject_template: "From the offer to the keys, in short",
      body_template: letter(
        "Every purchase is a little different, but most go through the same four stages:",
        lines(
          "1. You make an offer: a price, dates, and the conditions you need.",
          "2. Once it is accepted, you have the home inspected. If you take out a loan, the lender may want an appraisal.",
          "3. The title is checked, and you arrange insurance.",
          "4. You walk through the home once more, sign, and get the keys.",
        ),
        "Which part would you like to know more about? Reply with your question, however small it seems.",
      ),
    },
    {
      delay_days: 6,
      subject_template: "Is this a good time for you?",
      body_template: letter(
        "We do not want to fill your inbox, so this is the last note of this series.",
        "If you are looking, reply with a day and a time, and we will call you. If later would be better, tell us when, and we will gladly pick it up again then. And if your plans have changed, a short note helps us too.",
        "Whatever you decide, we wish you all the best with it.",
      ),
    },
  ],
};
