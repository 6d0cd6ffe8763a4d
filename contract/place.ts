interface Place {
  city?: string | undefined;
  state?: string | undefined;
  zipCode?: string | undefined;
}

/** Formats the second address line: `Ahmedabad, Gujarat 380015`. */
export const formatPlace = ({ city, state, zipCode }: Place): string =>
  [city, [state, zipCode].filter(Boolean).join(" ")].filter(Boolean).join(", ");
