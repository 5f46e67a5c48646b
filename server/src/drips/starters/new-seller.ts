import { letter, lines, type Starter } from "./starter.ts";

export const newSeller: Starter = {
  name: "New seller",
  description:
    "Begins the day after the first attempt to reach an owner and ends when they are qualified or archived. With sequences for buyers and for sellers on the same stage, turn on the lead setting enforce_pipeline_type.",
  trigger_state: "CONTACTING",
  pipeline_type: "seller",
  stop_on_state_change: true,
  steps: [
    {
      delay_days: 1,
      subject_template: "Thinking about selling: where to start",
      body_template: letter(
        "We would be glad to help you think through a sale. It starts with three questions, and rough answers are fine:",
        lines(
          "1. What is the address of the home?",
          "2. What has been done to it: roof, kitchen, windows, heating?",
          "3. When would you ideally like to have moved?",
        ),
        "With that we can look at recent sales of similar homes and tell you what we see. Just reply to this email.",
      ),
    },
    {
      delay_days: 3,
      subject_template: "How the price of a home comes about",
      body_template: letter(
        "A good asking price depends on what buyers will compare your home with. We look at three things:",
        lines(
          "- What similar homes nearby have sold for lately",
          "- Which homes are for sale now, and for how long they have been",
          "- The condition of yours, and what sets it apart",
        ),
        "An online estimate cannot walk through your rooms. If you would like us to, send us two times that suit you.",
      ),
    },
    {
      delay_days: 4,
      subject_template: "Small things to do before the photos",
      body_template: letter(
        "Buyers often see the photos first. A weekend of small work can make a difference:",
        lines(
          "- Clear the counters, and half of every shelf",
          "- Put in bulbs of the same brightness, and wash the windows",
          "- Fix what drips, sticks or squeaks",
          "- Sweep the way to the front door, and touch up its paint",
        ),
        "Before you spend money on anything larger, ask us. It may not be needed.",
      ),
    },
    {
      delay_days: 5,
      subject_template: "Five questions for any agent you talk to",
      body_template: letter(
        "If you talk to several agents, ask all of them the same questions. The answers are easier to compare that way.",
        lines(
          "1. Which price would you ask, and which sales is that based on?",
          "2. How will buyers learn about my home?",
          "3. Whom do I reach, and how soon do I hear back?",
          "4. What do you charge, what is included, and what can be negotiated?",
          "5. What do you suggest if there is no offer after a month?",
        ),
        "Send us the ones that matter most to you, and we will answer them in writing.",
      ),
    },
    {
      delay_days: 6,
      subject_template: "Shall we stay in touch?",
      body_template: letter(
        "This is the last note of this series.",
        "If you would like to know what your home could sell for, reply with its address. If you would rather wait, tell us which month to ask again. And if you have decided to stay where you are, a short note helps us too.",
        "Either way, we wish you well.",
      ),
    },
  ],
};
