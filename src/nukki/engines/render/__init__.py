"""The embedded engine: vector art inflated to meshes and path-traced on this CPU."""
