/** What is text, for a place between tags or in quotes; never markup. XML reads it alike. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
