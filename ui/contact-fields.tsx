import type { ComponentProps } from "react";
import { COURIER_CALLS } from "#contract/person.ts";
import { TextField } from "./field.tsx";

type FieldProps = Partial<ComponentProps<typeof TextField>>;

export const EmailField = (props: FieldProps) => (
  <TextField
    label="Email"
    type="email"
    inputMode="email"
    autoCapitalize="none"
    spellCheck={false}
    required
    {...props}
  />
);

export const PhoneField = (props: FieldProps) => (
  <TextField
    label="Phone Number"
    type="tel"
    autoComplete="tel"
    inputMode="tel"
    hint={`10 digits. ${COURIER_CALLS}`}
    {...props}
  />
);
