/** Stands for the last name of people who have one name alone: the forms ask for both (§2.8, §2.9). */
export const NO_LAST_NAME = ".";

/** The hint at the field of the last name. */
export const ONE_NAME_ONLY = "Only one name? Write a dot.";

/** `Asha Patel`; of a person with one name `Asha`. */
export const formatName = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  [firstName, dropPlaceholder(lastName)].filter(Boolean).join(" ");

/** The last name; empty where signs alone were typed for it. */
const dropPlaceholder = (lastName: string): string => (/^[\p{P}\p{S}\s]*$/u.test(lastName) ? "" : lastName);
