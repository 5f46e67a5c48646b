/** Texts of the header, the footer and of parts that many pages share. */
export const frameTexts = {
  language: "en-US",
  skip: "Skip to the content",
  home: "Home",
  allHomes: "See all homes",
  mainNavigation: "Main",
  footerNavigation: "More",
  menu: "Menu",
  itemsBelow: (label: string) => `More of ${label}`,
  favorites: "Favorites",
  contact: "Contact",
  buy: "Buy",
  sell: "Sell",
  agents: "Agents",
  account: "Account",
  privacy: "Privacy",
  terms: "Terms",
  accessibility: "Accessibility",
  newsletter: "Newsletter",
  equalHousing: "Equal Housing Opportunity",
  license: (type: string | null, number: string) => `${type ?? "License"} ${number}`,
  breadcrumbs: "You are here",
  pages: "Pages",
  previous: "Previous",
  next: "Next",
  page: (number: number) => `Page ${number}`,
};

/** The card that other websites show beside a link. */
export const cardTexts = {
  title: "Find the home that fits your life",
  subtitle: "Homes for sale",
};

/** Texts of the search box. */
export const searchTexts = {
  label: "Describe the home you want",
  placeholder: "Describe the home you want…",
  submit: "Search",
};
