/** Texts of the card that other websites show beside a link. */
export const cardTexts = {
  title: "Find the home that fits your life",
  subtitle: "Homes for sale",
};
