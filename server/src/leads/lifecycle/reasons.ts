import type { EventType } from "./events.ts";

/** Labels of reasons by code; the code is the label in snake case (SPEC: Reason choices). */
type Reasons = Readonly<Record<string, string>>;

const collapse: Reasons = {
  financing_fell_through: "Financing fell through",
  inspection_issue: "Inspection issue",
  buyer_changed_their_mind: "Buyer changed their mind",
  seller_withdrew: "Seller withdrew",
  lost_to_a_competing_offer: "Lost to a competing offer",
  agreement_expired: "Agreement expired",
  other: "Other",
};

const voided: Reasons = {
  financing_fell_through: "Financing fell through",
  inspection_issue: "Inspection issue",
  appraisal_gap: "Appraisal gap",
  title_issue: "Title issue",
  mutual_release: "Mutual release",
  buyer_withdrew: "Buyer withdrew",
  seller_withdrew: "Seller withdrew",
  other: "Other",
};

const bogus: Reasons = {
  phone_number_is_invalid: "Phone number is invalid",
  email_bounces: "Email bounces",
  number_reaches_the_wrong_person: "Number reaches the wrong person",
  spam_or_bot_submission: "Spam or bot submission",
  duplicate_of_another_lead: "Duplicate of another lead",
  other: "Other",
};

/** The events that take a reason; `required` ones are refused without. */
export const reasons: Partial<Record<EventType, { required: boolean; choices: Reasons }>> = {
  deal_collapsed: { required: true, choices: collapse },
  contract_voided: { required: true, choices: voided },
  bogus_contact_detected: { required: true, choices: bogus },
  listing_withdrawn: { required: false, choices: collapse },
};
