import { expect, test } from "vitest";
import { formatAmountInWords } from "./papers/invoice.ts";

test.each([
  [0, "Rupees Zero Only"],
  [1, "Rupees Zero and One Paise Only"],
  [17_680_838, "Rupees One Lakh Seventy-Six Thousand Eight Hundred Eight and Thirty-Eight Paise Only"],
  [100_000_000, "Rupees Ten Lakh Only"],
  [10_010_000, "Rupees One Lakh One Hundred Only"],
  [
    1_234_567_890_011,
    "Rupees One Thousand Two Hundred Thirty-Four Crore Fifty-Six Lakh Seventy-Eight Thousand Nine Hundred and Eleven Paise Only",
  ],
  [2_040, "Rupees Twenty and Forty Paise Only"],
])("%i paise are written in words as %s", (paise, words) => {
  expect(formatAmountInWords(paise)).toBe(words);
});
