"""What people look at: contact sheets and exports."""
