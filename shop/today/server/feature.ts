import type { Feature } from "#platform/feature.ts";
import { stockReportCommand } from "./stock-report.ts";
import { todayCommand } from "./today-command.ts";

export const today: Feature = { name: "today", commands: [todayCommand, stockReportCommand] };
