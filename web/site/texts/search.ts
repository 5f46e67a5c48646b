/** Texts of the search box. */
export const searchTexts = {
  label: "Describe the home you want",
  placeholder: "Describe the home you want…",
  submit: "Search",
};
