import type { Feature } from "#platform/feature.ts";
import { stockReport } from "./stock-report.ts";
import { today as todayCommand } from "./today-command.ts";

export const today: Feature = { name: "today", commands: [todayCommand, stockReport] };
