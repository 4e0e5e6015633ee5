export { nearest } from "./nearest.ts";
export { checkOptions, OptionError, type OptionNames, ofType, oneOf, withDefaults } from "./options.ts";
