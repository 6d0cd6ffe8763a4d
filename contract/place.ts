/** The parts of the second line of an address; each may be missing. */
interface Place {
  city?: string | undefined;
  state?: string | undefined;
  zipCode?: string | undefined;
}

/** `Ahmedabad, Gujarat 380015`: the line below the street, the same on screens, documents and in mails. */
export const formatPlace = ({ city, state, zipCode }: Place): string =>
  [city, [state, zipCode].filter(Boolean).join(" ")].filter(Boolean).join(", ");
