/** Time is handed in: rules and verbs ask a clock, never the machine. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();
