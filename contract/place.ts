/** The parts of the second address line. Each may be missing. */
interface Place {
  city?: string | undefined;
  state?: string | undefined;
  zipCode?: string | undefined;
}

/** Formats the second address line for screens, documents and mails: `Ahmedabad, Gujarat 380015`. */
export const formatPlace = ({ city, state, zipCode }: Place): string =>
  [city, [state, zipCode].filter(Boolean).join(" ")].filter(Boolean).join(", ");
