import * as v from "valibot";
import type { FieldError } from "#contract/errors.ts";
import { findFieldErrors } from "#contract/field.ts";
import { city, country, email, personName, requiredPhoneNumber, state, street } from "#contract/person.ts";
import { type DeliveryArea, listDeliveredStates } from "#shop/addresses/delivery-area.ts";
import { requiredZipCode } from "#shop/addresses/pin-codes.ts";
import { newPassword, requiredPassword } from "./credentials.ts";

/** The country of all registrations. State and cities apply unless the owner has set a delivery area (§9). */
export const REGISTRATION_COUNTRY = "India";
export const REGISTRATION_STATE = "Gujarat";
export const REGISTRATION_CITIES = [
  "Ahmedabad",
  "Surat",
  "Vadodara",
  "Rajkot",
  "Bhavnagar",
  "Jamnagar",
  "Gandhinagar",
  "Junagadh",
  "Anand",
  "Nadiad",
] as const;

/** Accepts an empty text too, because the schema `text` already reports this error. */
const oneOf = (text: typeof state, choices: readonly string[], message: string) =>
  v.pipe(
    text,
    v.check((value) => value === "" || choices.includes(value), message),
  );

/** Accepts the states to which the shop delivers (D117), or only Gujarat if no delivery area is set (§9). */
const stateFor = (deliverTo: DeliveryArea) =>
  deliverTo === undefined
    ? oneOf(state, [REGISTRATION_STATE], `State must be ${REGISTRATION_STATE}`)
    : oneOf(state, listDeliveredStates(deliverTo), "Choose a state from the list");

const createFields = (deliverTo: DeliveryArea) =>
  v.object({
    firstName: personName("First Name"),
    lastName: personName("Last Name"),
    email,
    address: v.nullish(
      v.object(
        {
          street,
          zipCode: requiredZipCode,
          country: oneOf(country, [REGISTRATION_COUNTRY], `Country must be ${REGISTRATION_COUNTRY}`),
          state: stateFor(deliverTo),
          city:
            deliverTo === undefined ? oneOf(city, REGISTRATION_CITIES, "Choose a city from the list") : city,
        },
        "The address is missing",
      ),
      {},
    ),
    phoneNumber: requiredPhoneNumber,
    password: newPassword,
    confirmPassword: requiredPassword("Confirm Password"),
  });

/** Returns the schema of the registration form (§3). It lists errors in the order of the form (§5, D53, D54). */
export const createRegistration = (deliverTo: DeliveryArea) =>
  v.pipe(
    createFields(deliverTo),
    v.forward(
      v.partialCheck(
        [["password"], ["confirmPassword"]],
        ({ password, confirmPassword }) => confirmPassword === "" || password === confirmPassword,
        "Passwords must match",
      ),
      ["confirmPassword"],
    ),
  );

/** Lists all errors of a form. `path` is the name of the field, such as `email` or `address.city`. */
export const findRegistrationErrors = (form: unknown, deliverTo?: DeliveryArea): FieldError[] =>
  findFieldErrors(createRegistration(deliverTo), form);

export const registrationMessages = {
  done: "Registration successful",
  failed: "Registration failed",
  emailTaken: "An account with this email already exists. Please log in.",
} as const;
