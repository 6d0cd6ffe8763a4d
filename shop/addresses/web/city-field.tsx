import { type ComponentProps, useId } from "react";
import { Options, SelectField, TextField } from "#ui/field.tsx";

interface CityFieldProps {
  cities: readonly string[];
  prompt: string;
  /** True if the owner has set the area of delivery (D117). Then any city may be typed, and `cities` are suggestions. */
  isFree: boolean;
}

export function CityField({
  cities,
  prompt,
  isFree,
  ...field
}: CityFieldProps & ComponentProps<typeof TextField> & ComponentProps<typeof SelectField>) {
  const listId = useId();
  if (!isFree)
    return (
      <SelectField {...field} autoComplete="address-level2" required>
        <Options prompt={prompt} of={cities} />
      </SelectField>
    );
  return (
    <>
      <TextField {...field} autoComplete="address-level2" list={listId} required />
      <datalist id={listId}>
        <Options of={cities} />
      </datalist>
    </>
  );
}
