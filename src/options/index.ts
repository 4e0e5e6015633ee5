export { nearest } from "./nearest.ts";
export { checkOptions, OptionError, type OptionNames, ofType, oneOf, wholeNumber, withDefaults } from "./options.ts";
