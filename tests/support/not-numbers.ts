/** Strings that no input accepts as numbers, but Number() or a careless regular expression would (T56). */
export const notNumbers: readonly string[] = [
  "",
  " ",
  "\u00A0",
  "1 000",
  ..."0x10 0X64 0b11 0o17 1e3 1E3 1.5e2 1_000 10n Infinity -Infinity NaN +5 --5 ٣ ५०० ５ ² ½ 5. .5 1.2.3 ten true null [5]".split(
    " ",
  ),
];
