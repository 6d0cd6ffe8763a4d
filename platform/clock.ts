/** Time is handed in: rules and handlers take a clock, never ask the machine. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();
