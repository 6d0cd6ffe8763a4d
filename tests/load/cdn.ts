// npm run cdn: three shops on one PostgreSQL, two of them with empty disks, share their pictures through an S3 storage,
// with nginx as a CDN. `--short` has few products. Exits with 1 if a figure is missed.

import { sharedPictures } from "./cdn/shared-pictures.ts";
import { play } from "./play.ts";

await play("cdn", [sharedPictures]);
