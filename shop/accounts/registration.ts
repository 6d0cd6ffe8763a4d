import * as v from "valibot";
import type { FieldError } from "#contract/errors.ts";
import { findFieldErrors, requiredPhoneNumber, requiredText } from "#contract/field.ts";
import { readZipCode } from "#shop/addresses/pin-codes.ts";
import { email, newPassword } from "./credentials.ts";

/** The places customers can register from (§9). */
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

const fixedText = (label: string, only: string) =>
  v.pipe(
    requiredText(label),
    v.check((given) => given === "" || given === only, `${label} must be ${only}`),
  );

const city = v.pipe(
  requiredText("City"),
  v.check(
    (given) => given === "" || REGISTRATION_CITIES.some((known) => known === given),
    "City must be one of the list",
  ),
);

const confirmPassword = v.pipe(
  v.nullish(v.string("Confirm Password must be text"), ""),
  v.nonEmpty("Confirm Password is required"),
);

const fields = v.object({
  firstName: requiredText("First Name", 100),
  lastName: requiredText("Last Name", 100),
  email,
  address: v.nullish(
    v.object(
      {
        street: requiredText("Street Address", 300),
        zipCode: v.pipe(requiredText("Zip Code", 12), v.transform(readZipCode)),
        country: fixedText("Country", REGISTRATION_COUNTRY),
        state: fixedText("State", REGISTRATION_STATE),
        city,
      },
      "The address is missing",
    ),
    {},
  ),
  phoneNumber: requiredPhoneNumber,
  password: newPassword,
  confirmPassword,
});

/** The registration payload (§3), with the messages of §5 and D53/54; one message an error, in the form's order. */
export const registration = v.pipe(
  fields,
  v.forward(
    v.partialCheck(
      [["password"], ["confirmPassword"]],
      ({ password, confirmPassword }) => confirmPassword === "" || password === confirmPassword,
      "Passwords must match",
    ),
    ["confirmPassword"],
  ),
);

export type Registration = v.InferOutput<typeof registration>;

/** Everything that is wrong with a filled-in form; `path` is `email`, `address.city` and the like. */
export const findRegistrationErrors = (form: unknown): FieldError[] => findFieldErrors(registration, form);

/** Messages of the registration screen (§8). */
export const registrationMessages = {
  done: "Registration successful",
  failed: "Registration failed",
  emailTaken: "An account with this email already exists. Please log in.",
} as const;
