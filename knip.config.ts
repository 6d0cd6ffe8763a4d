import type { KnipConfig } from "knip";

export default {
  // Programs, and files that the code loads by path: worker threads, child processes and pages.
  entry: [
    "server/{main,cli}.ts",
    "server/demo/fill-demo.ts",
    "desk/server/desk.ts",
    "desk/web/{entry.tsx,notify-worker.ts}",
    "vite.desk.config.ts",
    "scripts/*.mjs",
    "platform/database/embedded/embedded-worker.ts",
    "platform/pages/render-thread.ts",
    "shop/media/server/picture-process.ts",
    "shop/invoices/server/papers/paper-process.ts",
    "web/entry-{client,server}.tsx",
    "web/crawlers.ts",
    "web/before-scripts.ts",
    "tests/load/{attack,bench,cdn,chaos,cluster,diwali,failover,fuzz,growth,image,mutants,production,recovery}.ts",
    "tests/load/production/{buy,receive-mails}.ts",
    "tests/load/bench/bare-server.ts",
    "tests/screens/take.ts",
    "tests/screens/take-pictures.ts",
    "tests/support/write-endlessly.ts",
  ],
  project: ["**/*.{ts,tsx,mjs}"],
  // PDF documents use these fonts. They are read as files, and never imported.
  ignoreDependencies: ["@expo-google-fonts/.*"],
  // Programs of the operating system, which npm does not install.
  ignoreBinaries: [
    "chroot",
    "debootstrap",
    "ip",
    "mount",
    "nsenter",
    "openssl",
    "pgbouncer",
    "pgrep",
    "promtool",
    "slirp4netns",
    "strace",
    "systemd-nspawn",
    "umount",
    "unshare",
  ],
} satisfies KnipConfig;
