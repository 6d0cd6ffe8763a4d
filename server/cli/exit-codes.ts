/**
 * How the command line ends: done · refused, failed, answered with no, or something needs the owner · typed wrongly ·
 * the shop is not running.
 */
export const exitCodes = { done: 0, refused: 1, usage: 2, notRunning: 3 } as const;
