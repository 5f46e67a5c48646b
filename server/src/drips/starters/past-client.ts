import { letter, lines, type Starter } from "./starter.ts";

/**
 * No triggering stage covers clients after the closing, so they are enrolled manually. ARCHIVED also has leads without
 * activity, so the letters suit them too.
 */
export const pastClient: Starter = {
  name: "Past client",
  description:
    "Five letters in a year. Enroll clients by hand once their sale has closed. Whoever is archived gets it too while it is active, so it asks for nothing and its wording fits them as well.",
  trigger_state: "ARCHIVED",
  pipeline_type: null,
  stop_on_state_change: true,
  steps: [
    {
      delay_days: 30,
      subject_template: "How is everything at home?",
      body_template: letter(
        "It has been a little while since we were in touch, and we wanted to ask how you are.",
        "If you have moved lately: is there anything about the home, or in the papers from closing, that has left you with a question? Reply, and we will answer it or point you to somebody who can.",
      ),
    },
    {
      delay_days: 60,
      subject_template: "A folder worth keeping",
      body_template: letter(
        "If you own your home, three kinds of papers are worth a folder of their own:",
        lines(
          "- What you signed at closing",
          "- Permits and receipts for work on the home",
          "- Manuals and warranties of what came with it",
        ),
        "Receipts for improvements may matter for taxes when you sell one day; a tax adviser can tell you which. If a paper from your closing is missing, write to us. We will help you find out who has it.",
      ),
    },
    {
      delay_days: 90,
      subject_template: "Twice a year around the house",
      body_template: letter(
        "An hour twice a year can save a larger repair. Our short list:",
        lines(
          "- Test the smoke and carbon monoxide alarms",
          "- Change the filters of heating and cooling",
          "- Clear the gutters, and see where the water goes",
          "- Look under every sink",
          "- Before the first frost, drain the hoses and outside faucets",
        ),
        "If you need somebody for a repair, ask us. We will gladly share names we know; compare them as you would any others.",
      ),
    },
    {
      delay_days: 90,
      subject_template: "Two letters that may be worth writing",
      body_template: letter(
        "If you own your home, there are two questions worth asking once a year.",
        "One to your insurer: does the coverage still fit, after what you have bought or built since? One to your county assessor: is there an exemption for people who live in their own home, and do you have it? The rules differ from place to place, and their office can tell you.",
        "If something in the answers is unclear, send it to us, and we will look at it together.",
      ),
    },
    {
      delay_days: 95,
      subject_template: "Would you like to know what your home is worth?",
      body_template: letter(
        "You need no plans to sell to be curious. If you would like to know what your home could sell for today, reply with its address. We will look at recent sales of similar homes and tell you what we see.",
        "And if somebody you know is thinking about buying or selling, we would be glad to help them as well.",
        "We hope the year has been a good one for you.",
      ),
    },
  ],
};
