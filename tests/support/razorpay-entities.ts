import { randomBytes } from "node:crypto";

export type Fields = Record<string, unknown>;

export interface RazorpayOrder extends Fields {
  id: string;
  amount: number;
  currency: string;
  receipt: string;
}

export interface RazorpayPayment extends Fields {
  id: string;
  order_id: string | null;
  amount: number;
  currency: string;
  status: "created" | "authorized" | "captured" | "refunded" | "failed";
  captured: boolean;
}

export interface RazorpayRefund extends Fields {
  id: string;
  payment_id: string;
  amount: number;
  receipt: string | null;
  status: "pending" | "processed" | "failed";
}

export const generateId = (kind: string) => `${kind}_${randomBytes(7).toString("hex")}`;

export const toSeconds = (now: () => Date) => Math.floor(now().getTime() / 1000);
