import { letter, lines, type Starter } from "./starter.ts";

export const reEngagement: Starter = {
  name: "Re-engagement",
  description:
    "Three letters in four months to people who are archived because nothing came of it. Ends when they are re-engaged.",
  trigger_state: "ARCHIVED",
  pipeline_type: null,
  stop_on_state_change: true,
  steps: [
    {
      delay_days: 30,
      subject_template: "Are you still thinking about a move?",
      body_template: letter(
        "It has been a while since we were in touch. Plans change, and that is fine. Which of these is closest to yours?",
        lines(
          "1. We would like to move soon.",
          "2. Later: this year or next.",
          "3. We have found what we were looking for.",
          "4. We are staying where we are.",
        ),
        "Reply with the number. It tells us whether to help or to leave you in peace.",
      ),
    },
    {
      delay_days: 30,
      subject_template: "What stood in the way?",
      body_template: letter(
        "Perhaps the price did not fit last time, or the date, or the right home was not there.",
        "Tell us in a line what it was. We will look at how it stands today, and if it still does not fit, we will tell you so.",
      ),
    },
    {
      delay_days: 60,
      subject_template: "Our last note of this series",
      body_template: letter(
        "We will leave it at this for now.",
        "Should you think about buying or selling again, next month or in a few years, reply to this email or call us. You do not have to start over: tell us what has changed, and we will go on from there.",
        "Until then, we wish you all the best.",
      ),
    },
  ],
};
