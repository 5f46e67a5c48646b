import { letter, lines, type Starter } from "./starter.ts";

/**
 * For NEW, the stage of a visitor whom staff enter. All new leads are enrolled, so its letters also suit people who
 * were not at an open house.
 */
export const openHouseVisitor: Starter = {
  name: "Open house visitor",
  description:
    "Three letters in a week to visitors you enter after an open house; ends with the first attempt to reach them. Whoever else is new gets it too while it is active, so its wording fits them as well.",
  trigger_state: "NEW",
  pipeline_type: "buyer",
  stop_on_state_change: true,
  steps: [
    {
      delay_days: 0,
      subject_template: "Questions after an open house?",
      body_template: letter(
        "An open house goes by quickly, and the questions tend to come on the way home. If you have been to one of ours, thank you for stopping by.",
        "Is there anything you would like to know about a home you have seen: the age of the roof, the running costs, what stays and what goes? Reply to this email, and we will find out.",
      ),
    },
    {
      delay_days: 2,
      subject_template: "What did you think of it?",
      body_template: letter(
        "Impressions are most useful while they are fresh. When you think of the last home you saw, what did you like, and what would you change? “Not for us” is a good answer too, if you tell us why.",
        "Would you like to see a home again, without a crowd? Send us the address and two times that suit you.",
      ),
    },
    {
      delay_days: 5,
      subject_template: "A short list, made for you",
      body_template: letter(
        "If you are still looking, we would be glad to put together a short list. We need four things from you:",
        lines(
          "- The price range you are comfortable with",
          "- The places you would like to live",
          "- How many bedrooms",
          "- One thing the home must have",
        ),
        "Do you already work with an agent? Then please go on with them. Tell us, and we will not follow up.",
      ),
    },
  ],
};
