/* Implements the parts of <dialog> that jsdom lacks, for component tests. Import it for its side effect. */
const { prototype } = HTMLDialogElement;

prototype.showModal = function showModal() {
  this.open = true;
};
prototype.close = function close() {
  if (!this.open) return;
  this.open = false;
  queueMicrotask(() => this.dispatchEvent(new Event("close")));
};
prototype.getAnimations = () => [];
